import { TECHNIQUE_ID_PATTERN } from "../../knowledge/attack/technique-id.ts";

/** Returns the technique ID at the end or the beginning of a name, as in galaxies and playbooks. */
export function idInName(name: string): string | null {
  const ID = "(?:AML\\.)?T\\d{4,6}(?:\\.\\d{3,4})?";
  const found =
    new RegExp(`(?:^|\\s-\\s|[\\s(:])(${ID})\\)?$`, "i").exec(name.trim()) ??
    new RegExp(`^(${ID})(?=[\\s:-])`, "i").exec(name.trim());
  return found?.[1]?.toUpperCase() ?? null;
}

/** Returns whether a text consists only of a technique ID. */
export function isTechniqueId(text: string): boolean {
  return TECHNIQUE_ID_PATTERN.test(text.toUpperCase());
}
