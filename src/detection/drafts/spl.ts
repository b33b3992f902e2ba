import { PLACEHOLDER } from "../languages/vocabulary.ts";
import { headLines, type Skeleton } from "./skeleton.ts";

/** Source types contain a colon, unlike words of a sentence. */
const SOURCE_TYPE = /^[A-Za-z0-9_-]+(:[A-Za-z0-9_-]+)+$/;

/** Generates an SPL search. Text written by people goes into comments between three backticks. */
export function generateSpl(skeleton: Skeleton): string {
  const { source, ownSource } = skeleton;
  const own = ownSource !== null && SOURCE_TYPE.test(ownSource) ? ownSource : null;
  const [first, ...others] = source.fields;
  const fields = others.map(({ spl }) => spl).filter((name) => name !== "_raw");
  const grouping = [...new Set(["host", ...fields])].join(", ");
  const comment = (text: string) => `\`\`\` ${text.replaceAll("`", "'")} \`\`\``;
  return [
    ...headLines(skeleton).map(comment),
    own === null ? source.spl : `index=* sourcetype="${own}"`,
    ...parametersOf(skeleton).flatMap(([about, line]) => [
      ...(about === "" ? [] : [comment(about)]),
      line,
    ]),
    ...others.map(({ spl, about }) => comment(`${spl}: ${about}`)),
    comment(`${first?.spl}: ${first?.about}`),
    `| search ${first?.spl}="*${PLACEHOLDER}*"`,
    `| stats count min(_time) as first_seen max(_time) as last_seen by ${grouping}`,
    "| convert ctime(first_seen) ctime(last_seen)",
    "",
  ].join("\n");
}

/** Returns the mutable elements as named values, all unset: the description and the line of each. */
function parametersOf({ analytic }: Skeleton): [about: string, line: string][] {
  return (analytic?.parameters ?? []).map(({ name, about }) => [about, `| eval ${name}=null()`]);
}
