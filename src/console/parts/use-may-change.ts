import { createContext, useContext } from "react";
import { useRole } from "./use-role.ts";

/** Whether the displayed object cannot be changed by anyone, such as a signed report. */
export const ReadOnly = createContext(false);

/**
 * Returns whether the user may change the displayed object. Viewers, and everyone on a signed report, do not
 * see buttons that would fail. False until it is known, so that no button appears and then disappears.
 */
export function useMayChange(): boolean {
  const isReadOnly = useContext(ReadOnly);
  return useIsAnalyst() && !isReadOnly;
}

/** Returns whether the user's role allows changes, regardless of the state of the displayed object. */
export function useIsAnalyst(): boolean {
  const role = useRole();
  return role === "analyst" || role === "admin";
}
