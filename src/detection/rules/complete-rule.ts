import { referencesOf } from "../languages/sigma/references.ts";
import type { RuleDeps } from "./deps.ts";

/** Maximum rules that one text may join from others; each requires a separate lookup. */
const MAX_JOINED = 50;

/**
 * Appends the stored rules that a Sigma text's correlations join, directly or indirectly, as further documents. Rules
 * that are not stored stay missing, which running the text reports.
 */
export async function completeRule(
  { rules }: Pick<RuleDeps, "rules">,
  content: string,
): Promise<string> {
  if (!content.includes("correlation")) return content;
  const texts = [content];
  const { own, joined } = referencesOf(content);
  const known = new Set(own);
  const wanted = [...joined];
  for (let looked = 0; wanted.length > 0 && looked < MAX_JOINED;) {
    const reference = wanted.shift() ?? "";
    if (known.has(reference)) continue;
    looked += 1;
    known.add(reference);
    const found = await findCalled(rules, reference);
    if (found === null) continue;
    texts.push(found.content);
    for (const name of found.own) known.add(name);
    wanted.push(...found.joined);
  }
  return texts.map((text) => text.trimEnd()).join("\n---\n");
}

/** Returns the stored rule with an id or a name, or null if there is none. */
async function findCalled(rules: RuleDeps["rules"], reference: string) {
  const candidates = await rules.listCalled(reference);
  const read = candidates.map(({ content }) => ({ content, ...referencesOf(content) }));
  return read.find(({ own }) => own.has(reference)) ?? null;
}
