import { noSuchTechnique } from "../../knowledge/attack/browse/no-such-object.ts";
import type { KnownIds } from "../../knowledge/attack/ids/known-ids.ts";
import { activeIdsOf } from "../../knowledge/attack/ids/resolve-id.ts";
import type { IndexedTechnique, ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { resolveDetections } from "../../knowledge/attack/detections/find-technique.ts";
import type { RuleDeps } from "./deps.ts";
import { commit } from "../../platform/audit/commit.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { foldText } from "../../platform/lib/text.ts";
import { requireRoom } from "../../platform/quotas/require-room.ts";
import { addVersion } from "./add-version.ts";
import type { DraftAnalytic } from "../drafts/analytic.ts";
import { prepareSkeleton, type SkeletonRequest } from "../drafts/skeleton.ts";
import { writeSkeleton } from "../drafts/write-skeleton.ts";
import { findAnalytic } from "../drafts/find-analytic.ts";
import { readHeader } from "../languages/read-header.ts";
import { noSuchRule } from "./read-rule.ts";
import { requireFreeId } from "./require-free-id.ts";
import { ruleAct } from "./rule-act.ts";
import type { RuleHeader } from "../languages/rule-header.ts";
import type { Rule, RuleOrder } from "./schema.ts";
import type { RuleLanguage } from "../languages/vocabulary.ts";
import { requireReport } from "../../pipeline/intake/read-report.ts";
import { validateRule } from "../languages/validate-rule.ts";

/**
 * Generates the skeleton of a rule for a technique and stores it as a new rule, or as the next version of a given one.
 * It starts from an analytic of the technique if the release has one. A revoked technique resolves to its successor; if
 * there are several, the error names them.
 * @throws AppError `not_found`: technique, analytic, rule or session; `conflict`: the rule is in another language;
 * `unknown_domain`, `version_not_found`, `knowledge_base_empty`, `precondition_failed`
 */
export async function generateRule(
  deps: RuleDeps,
  actor: string,
  order: RuleOrder,
  ifMatch?: string,
): Promise<Rule> {
  const known = order.rule_id ? await deps.rules.find(order.rule_id) : null;
  if (order.rule_id && known === null) throw noSuchRule(order.rule_id);
  if (known !== null && known.language !== order.language) {
    throw new AppError(
      "conflict",
      `Rule ${known.rule_id} is written in ${known.language}; generate a new rule for ${order.language}.`,
    );
  }
  const release = await resolveDetections(deps, order);
  const { index } = release;
  const technique = findTechnique(index, order.technique_id, await deps.knownIds.open());
  const analytic = findAnalytic(release, technique, order);
  await requireSession(deps, order.session_id ?? null);
  if (typeof order.report_id === "string") await requireReport(deps, order.report_id);
  if (known === null) await requireRoom(deps, { rules: 1 });
  const rule = await draft(deps, actor, order, { index, technique, analytic, known });
  if (known !== null) return await addVersion(deps, "rule.generate", known, () => rule, ifMatch);
  await requireFreeId(deps, rule);
  await commit(deps, {
    act: ruleAct("rule.generate", rule),
    when: "always",
    parts: [deps.rules.create(rule), deps.rules.addVersion(rule)],
  });
  return rule;
}

/** Input of a draft in addition to the request. */
interface Found {
  index: ReleaseIndex;
  technique: IndexedTechnique;
  analytic: DraftAnalytic | null;
  known: Rule | null;
}

async function draft(
  deps: RuleDeps,
  actor: string,
  order: RuleOrder,
  { index, technique, analytic, known }: Found,
): Promise<Rule> {
  const now = deps.now();
  const ruleId = known?.rule_id ?? deps.newId();
  const created = known === null ? now : ((await deps.rules.findCreation(ruleId)) ?? now);
  const origin = { session_id: order.session_id ?? null, report_id: order.report_id ?? null };
  const skeleton = {
    ...origin,
    title: order.title,
    technique: analytic === null ? onPlatform(technique, order.platform) : technique,
    analytic,
    telemetry: order.telemetry,
    rule_id: ruleId,
    author: actor,
    date: created.slice(0, 10),
    modified: known === null ? null : now.slice(0, 10),
  };
  const content = writeSkeleton(order.language, skeleton);
  const header = describeSkeleton(order.language, content, skeleton);
  return {
    ...origin,
    id: deps.newId(),
    rule_id: ruleId,
    version: (known?.version ?? 0) + 1,
    title: order.title,
    state: known?.state ?? "draft",
    known_as: header?.id ?? known?.known_as ?? null,
    technique_id: technique.attack_id,
    techniques: [technique.attack_id],
    language: order.language,
    content,
    header,
    test_run: null,
    validation: validateRule(
      order.language,
      content,
      new Set(index.tactics.map(({ shortname }) => shortname)),
    ),
    domain: index.domain,
    release: index.version,
    telemetry: order.telemetry,
    created_by: actor,
    created_at: now,
  };
}

/** Returns the metadata of a draft, including the log source of a query. */
function describeSkeleton(
  language: RuleLanguage,
  content: string,
  skeleton: SkeletonRequest,
): RuleHeader | null {
  const header = readHeader(language, content)?.header ?? null;
  if (header === null) return null;
  const { sigma } = prepareSkeleton(skeleton).source;
  // The draft is more precise than its query, since a table may contain the events of several systems.
  const said = language === "sigma" ? header.logsource : null;
  return { ...header, logsource: said ?? sigma };
}

/** Narrows a technique to a platform, or returns it unchanged if it lacks that platform. */
function onPlatform(technique: IndexedTechnique, platform: string | null): IndexedTechnique {
  const wanted = foldText(platform ?? "");
  const platforms = technique.platforms.filter((name) => foldText(name) === wanted);
  return platforms.length === 0 ? technique : { ...technique, platforms };
}

function findTechnique(index: ReleaseIndex, attackId: string, known: KnownIds): IndexedTechnique {
  const [id = "", ...others] = activeIdsOf(attackId, index, known);
  const technique = others.length === 0 ? index.techniques.get(id) : undefined;
  if (technique === undefined) throw noSuchTechnique(attackId, index, known);
  return technique;
}

async function requireSession(deps: RuleDeps, sessionId: string | null): Promise<void> {
  if (sessionId === null || (await deps.sessions.find(sessionId)) !== null) return;
  throw new AppError("not_found", `There is no session ${sessionId}.`);
}
