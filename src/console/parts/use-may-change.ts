import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../api/service.ts";

/**
 * Whether the reader may change anything: a viewer is shown no button that would be refused. False
 * until it is known, so that none is shown and taken away.
 */
export function useMayChange(): boolean {
  const role = useQuery(meQuery).data?.role;
  return role === "analyst" || role === "admin";
}
