import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { sendQueue } from "./send-queue.ts";

/** Sends changes from an earlier visit, and again whenever the network is back. */
export function useSender(): () => Promise<void> {
  const queries = useQueryClient();
  useEffect(() => {
    const send = () => void sendQueue(queries);
    send();
    window.addEventListener("online", send);
    return () => window.removeEventListener("online", send);
  }, [queries]);
  return () => sendQueue(queries);
}
