import { sha256 } from "../../platform/audit/digest.ts";
import type { RuleReceipt } from "../../pipeline/imports/rule-receipt.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { formatBytes } from "../../platform/lib/streams.ts";
import type { RuleOutcome } from "../../pipeline/imports/vocabulary.ts";
import type { TechniqueResolver } from "../rules/technique-resolver.ts";
import type { Rule } from "../rules/schema.ts";
import { contentKeys, toRuleRow, toVersionRow } from "../rules/rule-rows.ts";
import type { RuleState } from "../rules/vocabulary.ts";
import type { KnownRule } from "../rules/import-store.ts";
import type { PlannedReceipt, PlannedRule } from "./planned.ts";
import { packRows } from "../rules/packed-rules.ts";
import type { NoRule, RuleDraft } from "./rule-draft.ts";

/** The settings that all rules of an import share. */
export interface ImportTerms {
  actor: string;
  now: string;
  state: RuleState;
  newId: () => string;
}

/** Maximum receipts stored for files without a rule; further ones are only counted. */
const MAX_PASSED_OVER = 1_000;
const MAX_RECEIPTS = 10_000;
/** Maximum rules of one import: a checkout of SigmaHQ plus half as many. */
const MAX_RULES = 6_000;
/** SigmaHQ has fewer rules. With more failures the files are not rules at all. */
const MAX_FAILED = 10_000;
/** Maximum size of the rows in memory until all are decided; SigmaHQ's take 14 MiB. */
const MAX_HELD_BYTES = 32 * 1024 * 1024;

/**
 * Decides the outcome of each rule in an import, without writing anything.
 * @throws AppError `body_too_large` if the rows exceed the memory limit
 */
export class ImportPlan {
  readonly receipts: PlannedReceipt[] = [];
  readonly writes: PlannedRule[] = [];
  readonly counts: Record<RuleOutcome, number> = {
    created: 0,
    updated: 0,
    unchanged: 0,
    duplicate: 0,
    failed: 0,
    passed_over: 0,
  };
  readonly #terms: ImportTerms;
  #held = 0;
  #rules = 0;
  readonly #resolver: TechniqueResolver;
  readonly #known = new Map<string, KnownRule>();
  /** The rules already seen in this import, by the same keys. */
  readonly #seen = new Map<string, { path: string; content_sha256: string; rule_id: string }>();

  constructor(known: readonly KnownRule[], resolver: TechniqueResolver, terms: ImportTerms) {
    this.#terms = terms;
    this.#resolver = resolver;
    for (const rule of known) this.#known.set(keyOf(rule), rule);
  }

  /** Whether no file looked like a rule. */
  get isEmpty(): boolean {
    return Object.entries(this.counts).every(([name, n]) => n === 0 || name === "passed_over");
  }

  /**
   * Records a file or document without a rule.
   * @throws AppError `validation_error` for too many unreadable ones
   */
  pass({ path, outcome, message, line, title, known_as }: NoRule): void {
    const rule = { ...noFacts(), title, line };
    this.#note({ path, outcome, message, language: null, known_as, rule });
    if (this.counts.failed > MAX_FAILED) {
      const detail = `More than ${MAX_FAILED} files of this cannot be read as rules; send an archive of rules only.`;
      throw new AppError("validation_error", detail);
    }
  }

  /** Decides the outcome of a rule. */
  add(draft: RuleDraft): void {
    const { path, language, content, read, sketch } = draft;
    this.#rules += 1;
    if (this.#rules > MAX_RULES) {
      const detail = `An import takes at most ${MAX_RULES} rules; import them in parts.`;
      throw new AppError("body_too_large", detail);
    }
    const content_sha256 = sha256(content);
    const known_as = read.header.id;
    const key = keyOf({ language, known_as, content_sha256 });
    const resolved = this.#resolver.resolve(read.technique_ids);
    const { techniques, unknown } = resolved;
    const title =
      read.title ??
      path
        .split("/")
        .at(-1)
        ?.replace(/\.[a-z]+(#\d+)?$/i, "") ??
      path;
    const facts = { ...noFacts(), title, techniques, unknown_techniques: unknown };
    const receipt = { path, language, known_as, message: null, rule: facts };
    const earlier = this.#seen.get(key);
    if (earlier !== undefined) {
      const { path: first, rule_id } = earlier;
      const isSame = earlier.content_sha256 === content_sha256;
      this.#note({
        ...receipt,
        rule: { ...facts, rule_id },
        outcome: isSame ? "unchanged" : "duplicate",
        message: isSame ? `It is the same as '${first}'.` : `Its id is that of '${first}' too.`,
      });
      return;
    }
    const before = this.#known.get(key) ?? null;
    const rule_id = before?.rule_id ?? this.#terms.newId();
    this.#seen.set(key, { path, content_sha256, rule_id });
    const isSame = before?.content_sha256 === content_sha256;
    if (before !== null && isSame && isSameList(before.techniques, techniques)) {
      this.#note({ ...receipt, rule: { ...facts, rule_id }, outcome: "unchanged" });
      return;
    }
    const outcome = before === null ? "created" : "updated";
    const planned = { ...receipt, outcome, rule: { ...facts, rule_id } } as const;
    const rule = this.#toRule(draft, { rule_id, title, before, ...resolved });
    const keys = contentKeys(language, content, read.header.logsource, sketch);
    this.#hold({
      version_id: rule.id,
      isNew: before === null,
      rows: packRows(toRuleRow(rule, keys), toVersionRow(rule)),
      receipt: planned,
      detection_sha256: keys.detection_sha256,
      sketch: keys.sketch,
    });
    this.#note(planned);
  }

  /** @throws AppError `body_too_large` */
  #hold(planned: PlannedRule): void {
    this.#held += planned.rows.length;
    if (this.#held > MAX_HELD_BYTES) {
      const most = formatBytes(MAX_HELD_BYTES);
      const detail = `New and changed rules of one import may take ${most} with what is read of them; import them in parts.`;
      throw new AppError("body_too_large", detail);
    }
    this.writes.push(planned);
  }

  #toRule(
    { path, language, content, read, validation }: RuleDraft,
    of: Pick<Rule, "rule_id" | "title" | "techniques" | "domain" | "release"> & {
      before: KnownRule | null;
    },
  ): Rule {
    const { newId, actor, now, state } = this.#terms;
    const { before, rule_id, title, techniques, domain, release } = of;
    return {
      id: newId(),
      rule_id,
      version: (before?.version ?? 0) + 1,
      title,
      // An update does not change the state of the row.
      state,
      known_as: read.header.id,
      technique_id: techniques[0] ?? null,
      techniques,
      language,
      content,
      header: { ...read.header, path },
      validation,
      test_run: null,
      domain,
      release,
      telemetry: null,
      session_id: null,
      report_id: null,
      created_by: actor,
      created_at: now,
    };
  }

  #note(receipt: PlannedReceipt): void {
    this.counts[receipt.outcome] += 1;
    const isListed =
      receipt.outcome !== "passed_over" || this.counts.passed_over <= MAX_PASSED_OVER;
    if (isListed && this.receipts.length < MAX_RECEIPTS) this.receipts.push(receipt);
  }
}

/** Returns the import key of a rule: its id, or its content if it has none. */
function keyOf(rule: Pick<KnownRule, "language" | "known_as" | "content_sha256">): string {
  const { language, known_as, content_sha256 } = rule;
  return known_as === null ? `${language}#${content_sha256}` : `${language}=${known_as}`;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}

function noFacts(): RuleReceipt {
  return {
    rule_id: null,
    title: null,
    techniques: [],
    unknown_techniques: [],
    changed: [],
    line: null,
    near_duplicates: [],
    samples: null,
  };
}
