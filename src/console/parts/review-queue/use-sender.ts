import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { sendQueue } from "./send-queue.ts";

/** Sends what an earlier visit left, and again whenever the network comes back. */
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
