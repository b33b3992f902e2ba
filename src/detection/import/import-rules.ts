import { AppError } from "../../platform/lib/errors.ts";
import { toHex } from "../../platform/lib/to-hex.ts";
import { yieldToOthers } from "../../platform/lib/yield-to-others.ts";
import { openTechniqueResolver } from "../rules/technique-resolver.ts";
import type { RuleState } from "../rules/vocabulary.ts";
import type { RuleImportDeps } from "./deps.ts";
import { describeChanges } from "./describe-changes.ts";
import type { SentFile } from "./found-file.ts";
import { nameNearDuplicates } from "./name-near-duplicates.ts";
import { ImportPlan } from "./plan-import.ts";
import { readRules } from "./read-rules.ts";
import type { RuleImportResult } from "./schema.ts";
import { testUpdates } from "./test-updates.ts";
import { walkFiles } from "./walk-files.ts";
import { writeRules } from "./write-rules.ts";

/** Bytes of rules to read before yielding to other work. */
const STRETCH_BYTES = 50_000;
/** Additional cost of a file, even if it is not read. */
const FILE_BYTES = 250;
const PASSED_BYTES = 50;
/** Maximum receipts in the response; the import's receipts are complete. */
const LISTED = 5_000;

/** Options of a rule import. */
export interface RuleImportOrder {
  /** Counts and decides only, without storing anything. */
  isDry: boolean;
  /** State of the new rules; existing ones keep theirs. */
  state: RuleState;
}

/**
 * Imports rules from files and archives: stores new ones, adds a version to changed ones, and writes a receipt for each
 * file. An unreadable file does not stop the others.
 * @throws AppError `input_required`, `knowledge_base_empty`, `quota_exceeded`, `body_too_large`; `validation_error`:
 * the upload contains no rule
 */
export async function importRules(
  deps: RuleImportDeps,
  actor: string,
  sent: readonly SentFile[],
  { isDry, state }: RuleImportOrder,
): Promise<RuleImportResult> {
  const bytes = sent.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes === 0) {
    throw new AppError("input_required", "Nothing was sent; send rules, or an archive of them.");
  }
  const resolver = await openTechniqueResolver(deps);
  if (resolver === null) {
    throw new AppError(
      "knowledge_base_empty",
      "No release is ingested yet, so that no techniques are known; send a bundle to POST /api/sync/bundles.",
    );
  }
  const terms = { actor, state, now: deps.now(), newId: () => deps.newId() };
  const plan = new ImportPlan(await deps.ruleImports.listKnown(), resolver, terms);
  await readAll(plan, sent, deps.settings.MAX_IMPORT_BYTES, resolver.tactics);
  if (plan.isEmpty) {
    throw new AppError(
      "validation_error",
      "What was sent holds no rule: Sigma, or rules of Sentinel or Splunk, in YAML, those of Elastic in TOML, or a file that ends in .kql, .spl or .eql.",
    );
  }
  await nameNearDuplicates(deps, plan);
  await describeChanges(deps, plan);
  await testUpdates(deps, plan);
  const facts = { sha256: await digestOf(sent), bytes, files: sent.length };
  const importId = isDry ? null : await writeRules(deps, plan, actor, facts);
  return toResult(plan, importId);
}

async function readAll(
  plan: ImportPlan,
  sent: readonly SentFile[],
  maxUnpacked: number,
  tactics: ReadonlySet<string>,
): Promise<void> {
  let stretch = 0;
  for await (const file of walkFiles(sent, maxUnpacked)) {
    stretch += "bytes" in file ? file.bytes.length + FILE_BYTES : PASSED_BYTES;
    if (stretch > STRETCH_BYTES) {
      stretch = 0;
      await yieldToOthers();
    }
    if ("outcome" in file) {
      plan.pass({ ...file, line: null, title: null, known_as: null });
      continue;
    }
    for (const found of readRules(file.path, file.bytes, tactics)) {
      if ("outcome" in found) plan.pass(found);
      else plan.add(found);
    }
  }
}

/** Returns the SHA-256 of all uploaded files, in order. */
async function digestOf(sent: readonly SentFile[]): Promise<string> {
  const digest = new crypto.DigestStream("SHA-256");
  const writer = digest.getWriter();
  for (const { bytes } of sent) await writer.write(bytes);
  await writer.close();
  return toHex(await digest.digest);
}

function toResult(plan: ImportPlan, importId: string | null): RuleImportResult {
  return {
    import_id: importId,
    dry_run: importId === null,
    counts: plan.counts,
    receipts: plan.receipts
      .slice(0, LISTED)
      .map(({ rule, ...receipt }) => ({ ...receipt, ...rule })),
    receipt_count: plan.receipts.length,
    receipts_url: importId === null ? null : `/api/pipeline/imports/${importId}/receipts`,
  };
}
