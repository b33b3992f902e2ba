import type { RuleLanguage } from "../languages/vocabulary.ts";
import { generateEql } from "./eql.ts";
import { generateKql } from "./kql.ts";
import { generateSigma } from "./sigma.ts";
import { prepareSkeleton, type Skeleton, type SkeletonRequest } from "./skeleton.ts";
import { generateSpl } from "./spl.ts";

const GENERATORS: Record<RuleLanguage, (skeleton: Skeleton) => string> = {
  sigma: generateSigma,
  kql: generateKql,
  spl: generateSpl,
  eql: generateEql,
};

/** Returns a starting point for a detection engineer's rule. It contains the placeholder. */
export function writeSkeleton(language: RuleLanguage, request: SkeletonRequest): string {
  return GENERATORS[language](prepareSkeleton(request));
}
