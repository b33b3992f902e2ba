import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../api/service.ts";

/** The role of the reader; null until it is known. */
export function useRole() {
  return useQuery(meQuery).data?.role ?? null;
}
