import { TECHNIQUE_ID_PATTERN } from "../../knowledge/attack/technique-id.ts";

/** The technique id at the end or the beginning of a name, as galaxies and playbooks write it. */
export function idInName(name: string): string | null {
  const ID = "(?:AML\\.)?T\\d{4,6}(?:\\.\\d{3,4})?";
  const found =
    new RegExp(`(?:^|\\s-\\s|[\\s(:])(${ID})\\)?$`, "i").exec(name.trim()) ??
    new RegExp(`^(${ID})(?=[\\s:-])`, "i").exec(name.trim());
  return found?.[1]?.toUpperCase() ?? null;
}

/** Whether a text is nothing but a technique id. */
export function isTechniqueId(text: string): boolean {
  return TECHNIQUE_ID_PATTERN.test(text.toUpperCase());
}
