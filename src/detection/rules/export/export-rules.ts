import type { TarFile } from "../../../formats/tar/write-tar.ts";
import { exportFileName } from "../../../platform/lib/export-file-name.ts";
import type { RuleDeps } from "../deps.ts";
import type { RuleFilter } from "../filter-store.ts";
import type { Rule } from "../schema.ts";
import type { RuleLanguage } from "../../languages/vocabulary.ts";

/** Maximum rules in memory simultaneously. */
const PAGE = 100;

const ENDINGS: Record<RuleLanguage, string> = { sigma: "yml", kql: "kql", spl: "spl", eql: "eql" };

/**
 * Yields the latest versions of a filter's rules as files, by id: the stored text with its authors and license, under
 * its imported path.
 */
export async function* exportRules(
  deps: RuleDeps,
  filter: RuleFilter,
): AsyncGenerator<TarFile, void, void> {
  const names = new Set<string>();
  let after = "";
  for (;;) {
    const rules = await deps.rules.listAfter(filter, after, PAGE);
    for (const rule of rules) {
      const { content, created_at } = rule;
      yield { name: nameOf(rule, names), content, modified: Date.parse(created_at) / 1000 };
    }
    if (rules.length < PAGE) return;
    after = rules.at(-1)?.rule_id ?? "";
  }
}

/** Returns a unique path for a rule. Each document of a multi-document file gets a separate file. */
function nameOf({ header, title, rule_id: id, language }: Rule, names: Set<string>): string {
  const ending = ENDINGS[language];
  const own = `${language}/${exportFileName(title, id, { fallback: "rule", extension: ending })}`;
  const [, path = own, document = ""] = /^(.*?)(?:#(\d+))?$/s.exec(header?.path ?? own) ?? [];
  const stem = path.replace(/\.[^./]+$/, "") + (document === "" ? "" : `_${document}`);
  const name = names.has(`${stem}.${ending}`.toLowerCase()) ? `${stem}-${id}` : stem;
  // Some file systems ignore case.
  names.add(`${name}.${ending}`.toLowerCase());
  return `${name}.${ending}`;
}
