import { compareText } from "../../platform/lib/text.ts";
import type { PresentSession } from "./present-session.ts";
import type { Contradiction } from "./schema.ts";
import type { TitleOf } from "./title-of.ts";

interface Activity {
  id: string;
  first: string;
  last: string;
}

/** Returns reports whose dates of activity do not overlap with those of another. */
export function inDates(completed: readonly PresentSession[], title: TitleOf): Contradiction[] {
  const dated = completed.flatMap(activityOf);
  const isApart = dated.some((one) => dated.some((other) => isBefore(one, other)));
  if (!isApart) return [];
  const said = dated.map(({ id, first, last }) =>
    first === last ? `${title(id)} to ${first}` : `${title(id)} from ${first} to ${last}`,
  );
  return [
    {
      kind: "date",
      attack_ids: [],
      session_ids: dated.map(({ id }) => id),
      statement: `The reports date the activity differently: ${said.join("; ")}.`,
    },
  ];
}

function activityOf({ session: { id, entities } }: PresentSession): Activity[] {
  const found = (entities.dates ?? []).filter(({ role }) => role === "activity");
  const [first] = found.map(({ date }) => date).sort(compareText);
  const [last] = found
    .map(({ date, end }) => end ?? date)
    .sort((a, b) => compareText(endOf(b), endOf(a)));
  return first === undefined || last === undefined ? [] : [{ id, first, last }];
}

function isBefore(one: Activity, other: Activity): boolean {
  return endOf(one.last) < other.first;
}

/** Returns a sort key after all days of a month or year. `~` sorts after digits and hyphens. */
function endOf(date: string): string {
  return `${date}~`;
}
