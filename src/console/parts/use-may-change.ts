import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../api/queries.ts";

/** Whether the reader may change things; a viewer sees nothing that would be refused. */
export function useMayChange(): boolean {
  const role = useQuery(meQuery).data?.role;
  return role !== undefined && role !== "viewer";
}
