import type { TarFile } from "../../../formats/tar/write-tar.ts";
import { exportFileName } from "../../../platform/lib/export-file-name.ts";
import type { RuleDeps } from "../deps.ts";
import type { RuleFilter } from "../filter-store.ts";
import type { Rule } from "../schema.ts";
import type { RuleLanguage } from "../../languages/vocabulary.ts";

/** Rules that are in memory at once. */
const PAGE = 100;

const ENDINGS: Record<RuleLanguage, string> = { sigma: "yml", kql: "kql", spl: "spl", eql: "eql" };

/**
 * The rules of a filter at their latest versions as files, by their ids: the text as it is stored, with
 * its authors and license, under the path that it came by.
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

/** The path of a rule, each once; a document of a file of several has a file of its own. */
function nameOf({ header, title, rule_id: id, language }: Rule, names: Set<string>): string {
  const ending = ENDINGS[language];
  const own = `${language}/${exportFileName(title, id, { fallback: "rule", extension: ending })}`;
  const [, path = own, document = ""] = /^(.*?)(?:#(\d+))?$/s.exec(header?.path ?? own) ?? [];
  const stem = path.replace(/\.[^./]+$/, "") + (document === "" ? "" : `_${document}`);
  const name = names.has(`${stem}.${ending}`.toLowerCase()) ? `${stem}-${id}` : stem;
  // There are file systems for which case makes no difference.
  names.add(`${name}.${ending}`.toLowerCase());
  return `${name}.${ending}`;
}
