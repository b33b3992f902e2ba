import { listNamed, type NamedThing } from "../content/named.ts";
import { listByKind, type ObservableList } from "../content/observable-lists.ts";
import { WORDS } from "../content/sections.ts";
import type { SessionContent } from "../content/session-content.ts";
import type { Report } from "../pdf/document/report.ts";
import { linked, type Span, STYLES } from "../pdf/layout/style.ts";
import { drawFacts } from "./cover.ts";
import { plural } from "./wording.ts";

/** Maximum values printed per kind; the STIX export has all. */
const MAX_VALUES = 100;

/** Draws the named entities other than techniques. */
export function drawNamed(report: Report, content: SessionContent): void {
  report.paragraph(WORDS.named, STYLES.note);
  const named = listNamed(content);
  if (named.length === 0) report.paragraph(WORDS.nothingNamed);
  drawFacts(
    report,
    named.map(({ label, entries }) => ({ label, value: joinThings(entries) })),
    5,
  );
  const { listed, mentioned } = listByKind(content.observables);
  drawObservables(report, "Indicators", WORDS.indicators, listed);
  drawObservables(report, "Other observables", WORDS.otherObservables, mentioned);
}

function joinThings(things: readonly NamedThing[]): Span[] {
  return things.flatMap(({ text, url }, place) => [
    { text, style: url === null ? STYLES.body : linked(STYLES.body, url) },
    { text: place < things.length - 1 ? "; " : "", style: STYLES.body },
  ]);
}

function drawObservables(
  report: Report,
  title: string,
  note: string,
  lists: readonly ObservableList[],
): void {
  if (lists.length === 0) return;
  report.subheading(title, 60);
  report.paragraph(note, STYLES.note, 4);
  drawFacts(
    report,
    lists.map(({ label, values }) => {
      const shown = values.slice(0, MAX_VALUES).join(", ");
      const rest = values.length - MAX_VALUES;
      const more = rest > 0 ? ` and ${plural(rest, "more value")}, which the STIX export has` : "";
      return { label, value: [{ text: `${shown}${more}`, style: STYLES.cell }] };
    }),
    4,
  );
}
