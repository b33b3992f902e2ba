import type { Analysis } from "../../../api/session.ts";

/** Returns whether an excluded item is a technique. Lines of the page have no id. */
export function isTechnique({ attack_id: id }: Analysis["set_aside"][number]): boolean {
  return id !== "";
}
