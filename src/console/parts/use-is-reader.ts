import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../api/service.ts";

/** Whether the reader may only read, and is told so; false until it is known. */
export function useIsReader(): boolean {
  return useQuery(meQuery).data?.role === "viewer";
}
