import { createContext, useContext } from "react";
import { useRole } from "./use-role.ts";

/** Whether what is shown takes no change from anyone, such as a signed report. */
export const ReadOnly = createContext(false);

/**
 * Whether the reader may change what is shown: a viewer, and anyone at a signed report, is shown no
 * button that would be refused. False until it is known, so that none is shown and taken away.
 */
export function useMayChange(): boolean {
  const isReadOnly = useContext(ReadOnly);
  return useIsAnalyst() && !isReadOnly;
}

/** Whether the reader's role may change something, whatever the state of what is shown. */
export function useIsAnalyst(): boolean {
  const role = useRole();
  return role === "analyst" || role === "admin";
}
