import type { Analysis } from "../../../api/session.ts";

/** Lines of the page have no id. */
export function isTechnique({ attack_id: id }: Analysis["set_aside"][number]): boolean {
  return id !== "";
}
