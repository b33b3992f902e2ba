import { PLACEHOLDER } from "../languages/vocabulary.ts";
import { headLines, parameterLines, type Skeleton } from "./skeleton.ts";

/** Generates an EQL event query (Elastic). Text written by people goes into comments. */
export function generateEql(skeleton: Skeleton): string {
  const { category, where } = skeleton.source.eql;
  const [first, ...others] = skeleton.source.fields;
  return [
    ...headLines(skeleton).map((line) => `// ${line}`),
    ...parameterLines(skeleton).map((line) => `// ${line}`),
    `${category} where${where === undefined ? "" : ` ${where} and`}`,
    ...others.map(({ eql, about }) => `  // ${eql}: ${about}`),
    `  // ${first?.eql}: ${first?.about}`,
    `  ${first?.eql} : "*${PLACEHOLDER}*"`,
    "",
  ].join("\n");
}
