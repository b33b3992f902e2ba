import { expect, it } from "vitest";
import {
  type ChangeTouch,
  findSuperseded,
} from "../../../src/reading/sessions/superseded-changes.ts";

/** Changes in the order in which they were made, `id: fields [of what] [undoes what]`. */
function changes(...lines: string[]): ChangeTouch[] {
  return lines.map((line, index) => {
    const [, id = "", fields = "", of = "T1", undoes] =
      /^(\w+): (\S+)(?: of (\S+))?(?: undoes (\w+))?$/.exec(line) ?? [];
    return {
      seq: index + 1,
      id,
      attack_id: of === "session" || of === "*" ? null : of,
      subjects: of.split("+"),
      fields: fields.split("+"),
      undoes: undoes ?? null,
    };
  });
}

it.each<[string, string[], string]>([
  ["nothing", ["a: note"], ""],
  ["what was changed again", ["a: note", "b: note"], "a"],
  ["not another field", ["a: note", "b: confidence"], ""],
  ["not another technique", ["a: note", "b: note of T2"], ""],
  ["not the session by a technique", ["a: note of session", "b: note"], ""],
  ["all that is said of what gets another id", ["a: note", "b: attack_id of T1+T2"], "a"],
  ["the new id by what is said of it", ["a: attack_id of T1+T2", "b: note of T2"], "a"],
  ["not the id by what is said of another", ["a: attack_id of T1+T2", "b: note of T3"], ""],
  ["all techniques by an analysis", ["a: note", "b: name of session", "c: note of *"], "a"],
  ["what is undone", ["a: note", "b: note undoes a"], "a"],
  ["not what was done before two that cancel out", ["a: note", "b: note", "c: note undoes b"], "b"],
  [
    "what was done before what was done again",
    ["a: note", "b: note", "c: note undoes b", "d: note undoes c"],
    "a c",
  ],
  [
    "what was undone one by one",
    ["a: note", "b: note", "c: note undoes b", "d: note undoes a"],
    "a b c",
  ],
  [
    "not what was undone last, after one was done again",
    ["a: note", "b: note", "c: note undoes b", "d: note undoes a", "e: note undoes d"],
    "b d",
  ],
])("a change supersedes %s", (_what, lines, superseded) => {
  expect([...findSuperseded(changes(...lines).toReversed())].sort().join(" ")).toBe(superseded);
});

it("knows an undo of what lies before all that is asked about", () => {
  const [, ...asked] = changes("a: note", "b: confidence", "c: note", "d: note undoes a");
  expect([...findSuperseded(asked.toReversed())]).toEqual(["c"]);
});

it("leads back to the beginning and forward again, whatever was done", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  for (let round = 0; round < 200; round += 1) {
    const values = { note: 0, confidence: 0 };
    const made: (ChangeTouch & { before: object; after: object })[] = [];
    const add = (after: Partial<typeof values>, undoes: string | null) => {
      const before = Object.fromEntries(
        Object.keys(after).map((field) => [field, values[field as keyof typeof values]]),
      );
      Object.assign(values, after);
      made.push({
        seq: made.length + 1,
        id: `c${made.length}`,
        attack_id: "T1",
        subjects: ["T1"],
        fields: Object.keys(after),
        undoes,
        before,
        after,
      });
    };
    const undo = (own: boolean) => {
      const superseded = findSuperseded(made.toReversed());
      const open = made.filter(({ id, undoes }) => !superseded.has(id) && (own || undoes === null));
      const chosen = open[random(open.length)];
      if (chosen === undefined) return false;
      // What is put back is what the change replaced: nobody's later change is lost.
      expect(values).toMatchObject(chosen.after);
      add(chosen.before, chosen.id);
      return true;
    };
    for (let step = 0; step < 12; step += 1) {
      const what = random(4);
      if (what === 0) undo(true);
      else if (what === 1) add({ note: step + 1, confidence: step + 1 }, null);
      else add(what === 2 ? { note: step + 1 } : { confidence: step + 1 }, null);
    }
    let steps = 0;
    while (undo(false)) steps += 1;
    expect(steps).toBeLessThan(30);
    expect(values).toEqual({ note: 0, confidence: 0 });
  }
});
