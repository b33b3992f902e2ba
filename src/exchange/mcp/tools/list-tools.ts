import type { Tool } from "../tool.ts";
import { analysisTools } from "./analyze.ts";
import { claimTools } from "./claims.ts";
import { collectionTools } from "./collection.ts";
import { comparisonTools } from "./comparison.ts";
import { detectionTools } from "./detection.ts";
import { knowledgeTools } from "./knowledge.ts";
import { proposalTools } from "./proposals.ts";
import { ruleTools } from "./rules.ts";
import { sessionTools } from "./sessions.ts";

/** All tools, in the order in which clients list them. */
export const TOOLS: readonly Tool[] = [
  ...analysisTools,
  ...sessionTools,
  ...claimTools,
  ...knowledgeTools,
  ...comparisonTools,
  ...detectionTools,
  ...collectionTools,
  ...ruleTools,
  ...proposalTools,
];
