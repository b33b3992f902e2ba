const READING = [
  ["j k", "Next, previous technique"],
  ["[ ]", "Previous, next passage"],
  ["/", "Search the techniques"],
] as const;
const REVIEWING = [
  ["a", "Accept and go on"],
  ["r", "Reject and go on"],
  ["e", "Needs evidence: select it in the report"],
  ["u", "Undo; also Shift with the key of a verdict"],
  ["x", "Select the technique, or no longer"],
  ["Shift x", "Select all from the last selected one"],
  ["Shift ↑ ↓", "Select this technique and the previous, the next one"],
  ["Escape", "Clear the selection"],
  ["c", "Note"],
  ["t", "Change the technique"],
  ["s", "Go to the report, to select in it"],
  ["v", "Use the selected passage as evidence"],
  ["b", "Add the selected passage to the evidence"],
  ["n", "Add a technique, for the selected passage"],
] as const;
const SELECTING = [
  ["← →", "In the report: select the word before, the next"],
  ["Ctrl ↑ ↓", "In the report: go to the line before, the next"],
  ["Shift ← → ↑ ↓", "In the report: select more or less"],
] as const;

/** Help for users with read-only access. */
export const READING_HELP = { title: "Report", keys: READING };
/** Help for reviewers. */
export const REVIEWING_HELP = { title: "Report", keys: [...READING, ...REVIEWING, ...SELECTING] };
