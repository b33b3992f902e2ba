import { z } from "zod";
import { techniqueIdParam } from "../../../knowledge/attack/params.ts";
import { resolveIndex } from "../../../knowledge/attack/resolve-release.ts";
import { CLAIM_VERDICTS, judgeClaim } from "../../../reading/providers/embedded/judge-claim.ts";
import { releaseArgs } from "../params.ts";
import { defineTool } from "../tool.ts";
import { quoteUntrusted } from "../untrusted.ts";

const MAX_PASSAGE_CHARS = 5_000;
const named = { attack_id: z.string(), name: z.string() };
const share = z.number().min(0).max(1);

const verifyClaim = defineTool({
  name: "verify_claim",
  title: "Verify a technique claim",
  description:
    "Judges whether a passage shows an ATT&CK technique, such as “is this sentence T1059.001?”, with the techniques that come nearest. The embedded analyzer answers; nothing is stored.",
  role: "viewer",
  limit: "computations",
  input: z.strictObject({
    passage: z.string().trim().min(1).max(MAX_PASSAGE_CHARS).meta({
      description: "A sentence or a short passage of a report.",
      example: "The loader ran an encoded PowerShell command to download the next stage.",
    }),
    attack_id: techniqueIdParam,
    ...releaseArgs,
  }),
  output: z.object({
    ...named,
    version: z.string(),
    verdict: z.enum(CLAIM_VERDICTS).meta({
      description:
        "`supported`: an analysis reports it; `possible`: below the threshold; `set_aside`: mentioned, but not as adversary activity; `not_supported`.",
    }),
    confidence: share.nullable().meta({
      description: "Confidence of the finding; null if the analyzer does not name the technique.",
    }),
    probability: share.nullable().meta({
      description: "Probability by the classifier alone; null if its model lacks the technique.",
    }),
    evidence: z.string().nullable().meta({ description: "Part of the passage that shows it." }),
    set_aside_reason: z.string().nullable(),
    printed: z.string().nullable().meta({
      description: "ID, name or command of the technique as the passage prints it.",
    }),
    words: z.array(z.string()).meta({ description: "Words that weighed most, heaviest first." }),
    nearest_procedure: z
      .object({ source_id: z.string(), name: z.string(), similarity: share })
      .nullable()
      .meta({ description: "Procedure of ATT&CK whose text is most similar; null if none is." }),
    neighbors: z.array(z.object({ ...named, probability: share })).meta({
      description: "The nearest other techniques by the classifier, likeliest first.",
    }),
    other_findings: z.array(z.object({ ...named, confidence: share })).meta({
      description: "Other techniques that the passage shows.",
    }),
  }),
  run: async ({ deps, signal }, { passage, attack_id, ...query }) => {
    const release = await resolveIndex(deps, query);
    const known = await deps.knownIds.open();
    const judged = await judgeClaim(deps.models, release, known, { passage, attack_id }, signal);
    const { hit, features, nearest_procedure } = judged.explanation;
    return {
      ...judged,
      name: release.techniques.get(judged.attack_id)?.name ?? judged.attack_id,
      version: release.version,
      set_aside_reason: judged.set_aside,
      printed: hit?.text ?? null,
      words: features.map(({ words }) => words),
      nearest_procedure,
      other_findings: judged.others,
    };
  },
  describe: (judged) =>
    [
      `${judged.attack_id} ${judged.name}: ${judged.verdict}, confidence ${judged.confidence ?? "none"}.`,
      ...(judged.evidence === null ? [] : [quoteUntrusted(judged.evidence)]),
      `Nearest others: ${judged.neighbors.map((one) => `${one.attack_id} ${one.name} ${one.probability}`).join("; ")}.`,
    ].join("\n"),
});

export const claimTools = [verifyClaim];
