import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../api/service.ts";

/** Whether the reader is an admin; false until it is known, so that no button is shown and taken away. */
export function useIsAdmin(): boolean {
  return useQuery(meQuery).data?.role === "admin";
}
