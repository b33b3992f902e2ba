import type { StoredAnalysis } from "../../api/session.ts";
import { useMayChange } from "../../parts/use-may-change.ts";

/** Whether the reader may change anything of this session; all its controls ask here. */
export function useMayEdit(_session: StoredAnalysis): boolean {
  return useMayChange();
}
