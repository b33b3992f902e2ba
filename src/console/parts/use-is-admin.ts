import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../api/service.ts";

/** Whether the reader is an admin; null until it is known. */
export function useIsAdmin(): boolean | null {
  const me = useQuery(meQuery).data;
  return me === undefined ? null : me.role === "admin";
}
