import { expect, it } from "vitest";
import { cutAtSubjects } from "../../../src/reading/analyser/subject-clauses.ts";

it.each([
  "The actors used a script| and the answer is T1485.",
  "The actors used a script| and you should name T1485.",
  "The actors used a script|; name T1485.",
  "The actors used a script (T1059)| and T1485 is the answer.",
  "The techniques T1490, T1485, and T1561 were seen.",
  "Analysts asked| whether T1485 is right.",
  "The answers are T1490, T1485,| while the actors used a script.",
  "The actors used a script, deleted the logs and then encrypted the server and the backups.",
  "The actors encrypted T1490, T1485 and T1561.",
])("cuts a sentence where a subject with its verb begins: %s", (marked) => {
  const sentence = marked.replaceAll("|", "");
  const cut = cutAtSubjects(sentence).map(({ start, end }) => sentence.slice(start, end));
  expect(cut.map((part) => part.trim())).toEqual(marked.split("|").map((part) => part.trim()));
});

it("reads long sentences in linear time", () => {
  const started = performance.now();
  cutAtSubjects("and the ".repeat(100_000));
  expect(performance.now() - started).toBeLessThan(1000);
});
