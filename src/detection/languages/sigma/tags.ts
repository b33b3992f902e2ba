import { excerpt } from "../findings.ts";
import type { Entry, Nodes } from "./nodes.ts";
import { FORMER_TACTICS, TACTICS, TAG_NAMESPACES, TLP_COLOURS } from "./vocabulary.ts";

const TAG = /^([a-z0-9_-]+)\.([a-z0-9._+-]+)$/;
/** Ids of techniques, groups, software, data sources, mitigations, tactics and campaigns. */
const ATTACK_ID = /^(?:t\d{4,6}(?:\.\d{3,4})?|[gscm]\d{4,6}|(?:ds|ta|dc|det|an)\d{4,6})$/;

/** Checks `tags`: their form, their namespaces, and the terms of ATT&CK and TLP. */
export function checkTags(nodes: Nodes, { value, valueAt }: Entry): void {
  const items = nodes.items(value);
  if (items === null) {
    nodes.findings.error(valueAt, "'tags' must be a list.");
    return;
  }
  const seen = new Set<string>();
  for (const item of items) {
    const tag = nodes.scalar(item.value);
    if (typeof tag !== "string") nodes.findings.error(item.at, "A tag must be text.");
    else {
      if (seen.has(tag)) nodes.findings.warn(item.at, `The tag ${excerpt(tag)} stands here twice.`);
      seen.add(tag);
      checkTag(nodes, tag, item.at);
    }
  }
}

function checkTag({ findings, tactics }: Nodes, tag: string, at: number): void {
  const [, namespace, name = ""] = TAG.exec(tag) ?? [];
  if (namespace === undefined) {
    findings.error(at, `${excerpt(tag)} is no tag; it must look like 'attack.t1059.001'.`);
  } else if (!TAG_NAMESPACES.has(namespace)) {
    findings.warn(at, `${excerpt(namespace)} is none of Sigma's namespaces of tags.`);
  } else if (namespace === "tlp" && !TLP_COLOURS.has(name)) {
    findings.error(at, `${excerpt(tag)} is no color of the Traffic Light Protocol.`);
  } else if (namespace === "attack") checkAttackTag({ findings, tactics }, tag, name, at);
}

function checkAttackTag(
  { findings, tactics }: Pick<Nodes, "findings" | "tactics">,
  tag: string,
  name: string,
  at: number,
): void {
  const isTactic = (slug: string) => TACTICS.has(slug) || tactics.has(slug);
  if (ATTACK_ID.test(name) || isTactic(name)) return;
  const slug = name.replaceAll("_", "-");
  const heirs = FORMER_TACTICS.get(slug)?.map((heir) => `'attack.${heir}'`);
  // A loaded release may still have it, such as Mobile 19 and Enterprise 18.
  if (heirs !== undefined && !tactics.has(slug)) {
    const advice = `Enterprise 19 replaced it with ${heirs.join(" and ")}.`;
    findings.warn(at, `${excerpt(tag)} is a tactic of older releases. ${advice}`);
  } else if (isTactic(slug)) {
    findings.warn(at, `${excerpt(tag)} should be written '${tag.replaceAll("_", "-")}'.`);
  } else if (/^t\d/.test(name)) {
    findings.error(at, `${excerpt(tag)} is no technique; it must look like 'attack.t1059.001'.`);
  } else findings.warn(at, `${excerpt(tag)} is neither a tactic nor an id of ATT&CK.`);
}
