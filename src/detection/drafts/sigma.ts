import { Document, isMap, isScalar, type Pair, Scalar, type YAMLMap } from "yaml";
import { PLACEHOLDER } from "../languages/vocabulary.ts";
import { definitionOf, describeRule } from "./sigma-texts.ts";
import { parameterLines, type Skeleton } from "./skeleton.ts";

/** Generates a Sigma rule (specification 2.1.0) as YAML. Text written by people goes into quoted strings. */
export function generateSigma(skeleton: Skeleton): string {
  const { source } = skeleton;
  const definition = definitionOf(skeleton);
  const document = new Document({
    title: quoted(skeleton.title),
    id: skeleton.rule_id,
    status: "experimental",
    description: quoted(describeRule(skeleton)),
    references: skeleton.references,
    author: quoted(skeleton.author),
    date: skeleton.date,
    ...(skeleton.modified !== null && { modified: skeleton.modified }),
    tags: skeleton.tags,
    logsource: {
      ...source.sigma,
      ...(definition !== null && { definition: quoted(definition) }),
    },
    detection: { selection: selectionOf(skeleton), condition: "selection" },
    falsepositives: ["Unknown"],
    level: "medium",
  });
  commentFields(document, skeleton);
  return document.toString({ lineWidth: 0 });
}

function quoted(text: string): Scalar<string> {
  const scalar = new Scalar(text);
  scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}

function selectionOf({ source }: Skeleton): Record<string, unknown> {
  const [first] = source.fields;
  if (first === undefined) throw new Error(`log source ${source.name} has no fields`);
  return { ...source.select, [`${first.sigma}|contains`]: PLACEHOLDER };
}

/** Adds comments above the pair that explain its field and suggest the others. */
function commentFields(document: Document, skeleton: Skeleton): void {
  const detection = document.getIn(["detection"]) as YAMLMap;
  const selection = detection.get("selection");
  if (!isMap(selection)) return;
  const [first, ...others] = skeleton.source.fields;
  commentBefore(selection.items.at(-1), ` ${first?.about}`);
  const lines = others.map(({ sigma, about }) => ` ${sigma}: ${about}`);
  const parameters = parameterLines(skeleton).map((line) => ` ${line}`);
  const all = [
    ...(parameters.length === 0 ? [] : [" Parameters of the analytic:", ...parameters]),
    " Further fields of this source:",
    ...lines,
  ];
  commentBefore(detection.items[0], all.join("\n"));
}

function commentBefore(pair: Pair | undefined, comment: string): void {
  if (isScalar(pair?.key)) pair.key.commentBefore = comment;
}
