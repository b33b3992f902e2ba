import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../api/service.ts";

/** Returns the role of the user; null until it is known. */
export function useRole() {
  return useQuery(meQuery).data?.role ?? null;
}
