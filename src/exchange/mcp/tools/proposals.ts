import { z } from "zod";
import { techniqueIdParam } from "../../../knowledge/attack/params.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { addComment } from "../../../reading/review/comments/add-comment.ts";
import { newCommentSchema } from "../../../reading/review/comments/schema.ts";
import { readSession } from "../../../reading/sessions/read-session.ts";
import { uuidParam } from "../params.ts";
import { defineTool } from "../tool.ts";

/** The change that a proposal suggests, in the reviewers' terms. */
const CHANGES = {
  accept: "accept",
  reject: "reject",
  needs_evidence: "ask for more evidence of",
  add: "add",
  replace: "replace",
} as const;
const ABOUT_THE_REPORT = new Set<string>(["add"]);

const proposeReviewChange = defineTool({
  name: "propose_review_change",
  title: "Propose a change to a review",
  description:
    "Leaves a proposal for the reviewers of a report, as a comment on the technique or, for `add`, on the report. It changes no finding and no review status; a person decides. A signed report stays signed.",
  role: "analyst",
  limit: "writes",
  input: z.strictObject({
    session_id: uuidParam,
    change: z.enum(Object.keys(CHANGES) as [keyof typeof CHANGES, ...(keyof typeof CHANGES)[]]),
    attack_id: techniqueIdParam.meta({
      description: "Technique of the report; for `add` the technique that it lacks.",
    }),
    replace_with: techniqueIdParam.optional().meta({
      description: "For `replace`: the technique that is right instead.",
    }),
    reason: z.string().trim().min(1).max(2_000).meta({ description: "Why, in a few sentences." }),
    evidence: z.string().trim().max(1_500).optional().meta({
      description: "Passage of the report that shows it, word for word.",
    }),
  }),
  output: z.object({
    comment_id: z.string(),
    session_id: z.string(),
    attack_id: z.string().nullable().meta({ description: "Technique that the comment is on." }),
    text: z.string(),
    created_at: z.string(),
  }),
  run: async ({ deps, actor }, proposal) => {
    const { session_id: id, change, attack_id } = proposal;
    if ((change === "replace") !== (proposal.replace_with !== undefined)) {
      throw new AppError("validation_error", "Send 'replace_with' for 'replace', and only then.");
    }
    if ((await readSession(deps, id, false)) === null) {
      throw new AppError("conflict", "The report is still being analyzed; try again in a moment.");
    }
    const given = newCommentSchema.parse({
      attack_id: ABOUT_THE_REPORT.has(change) ? null : attack_id,
      text: writeProposal(proposal),
    });
    return { ...(await addComment(deps, actor.name, id, given)), session_id: id };
  },
  describe: ({ comment_id: id }) =>
    `Proposal ${id} is stored as a comment. The finding is unchanged until a person decides.`,
});

export const proposalTools = [proposeReviewChange];

function writeProposal({
  change,
  attack_id: attackId,
  replace_with: other,
  reason,
  evidence = "",
}: {
  change: keyof typeof CHANGES;
  attack_id: string;
  replace_with?: string | undefined;
  reason: string;
  evidence?: string | undefined;
}): string {
  const by = other === undefined ? "" : ` with ${other}`;
  return [
    `Proposal by an assistant: ${CHANGES[change]} ${attackId}${by}.`,
    reason,
    ...(evidence === "" ? [] : [`Evidence: “${evidence}”`]),
  ].join("\n");
}
