import { referencesOf } from "../languages/sigma/references.ts";
import type { RuleDeps } from "./deps.ts";

/** Rules that one text may join from others; each is looked for by itself. */
const MAX_JOINED = 50;

/**
 * A Sigma text with the stored rules that its correlations join and that it does not have, as further
 * documents behind it, and with those that these join. What is not stored stays missing, which running
 * the text says.
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

/** The stored rule that is called by an id or a name; null where there is none. */
async function findCalled(rules: RuleDeps["rules"], reference: string) {
  const candidates = await rules.listCalled(reference);
  const read = candidates.map(({ content }) => ({ content, ...referencesOf(content) }));
  return read.find(({ own }) => own.has(reference)) ?? null;
}
