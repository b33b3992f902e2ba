import { counted } from "../../../parts/counted.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import {
  addSample,
  type RuleTest,
  type StoredRule,
  testRule,
  testText,
} from "../../../api/rules.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../rules.module.css";
import { Alerts } from "./alerts.tsx";
import { EventResults } from "./event-results.tsx";
import { RuleConflict } from "./rule-conflict.tsx";
import { useRuleChange } from "./use-rule-change.ts";

interface Props {
  rule: StoredRule;
  mayChange: boolean;
  /** The text of an unsaved new version, which is tested instead. */
  draft: string | null;
}

/** The tested events. A file has no text that could be stored. */
interface Tested {
  events: Blob | string;
  text: string | null;
  /** The text of an unsaved rule; null tests the stored version. */
  content: string | null;
}

/** Runs the rule on pasted events or a file, without storing them. */
export function TestOnEvents({ rule, mayChange, draft }: Props) {
  const { rule_id: id } = rule;
  const test = useMutation({
    mutationFn: async ({ events, content }: Tested) => {
      const given = new Blob([events]);
      return await (content === null ? testRule(id, given) : testText(content, given));
    },
  });
  // A sample belongs to the stored rule, so only a test of that can become one.
  const tested = test.variables?.content === null ? test.variables.text : null;
  const tests =
    draft === null ? "" : "Tests the new version as it is written, before it is saved. ";
  const keeps = mayChange ? ", unless you keep them as a sample." : ".";
  return (
    <section aria-labelledby="test" className={styles.stack}>
      <h2 id="test">Test on events</h2>
      <EventsForm
        isBusy={test.isPending}
        onTest={(given) => test.mutate({ ...given, content: draft })}
        note={`${tests}One JSON object per line, or a list of them. Events are not stored${keeps}`}
      />
      {test.isError ? <ErrorPane error={test.error} /> : null}
      {test.data === undefined ? null : <Outcome result={test.data} />}
      {mayChange && test.isSuccess && tested !== null && test.data.errors_count === 0 ? (
        <Keep rule={rule} events={tested} result={test.data} />
      ) : null}
    </section>
  );
}

interface EventsProps {
  isBusy: boolean;
  note: string;
  onTest: (given: Omit<Tested, "content">) => void;
}

/** The input for events, and the choice of a file. */
function EventsForm({ isBusy, note, onTest }: EventsProps) {
  const [text, setText] = useState("");
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onTest({ events: text, text });
      }}
    >
      <textarea
        aria-label="Events as JSON"
        className={`${controls.field} ${styles.editor}`}
        rows={6}
        spellCheck={false}
        placeholder='{"EventID": 1, "Image": "C:\\Windows\\System32\\whoami.exe"}'
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles.line}>
        <button type="submit" className={controls.primary} disabled={isBusy || text.trim() === ""}>
          {isBusy ? "Being tested" : "Test"}
        </button>
        <label>
          or a file{" "}
          <input
            type="file"
            accept=".json,.jsonl,.ndjson,.txt"
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (file !== undefined) onTest({ events: file, text: null });
              target.value = "";
            }}
          />
        </label>
      </div>
      <p className={styles.quiet}>{note}</p>
    </form>
  );
}

function Outcome({ result }: { result: RuleTest }) {
  const { events, matched, other_source: others, errors, errors_count: faults } = result;
  return (
    <div className={styles.stack}>
      <p role="status">
        <strong>
          {matched} of {counted(events, "event")} {matched === 1 ? "matches" : "match"}.
        </strong>
        {others === 0 ? "" : ` ${others} of them come from another log source than the rule reads.`}
        {result.alerts_count === 0 ? "" : ` ${counted(result.alerts_count, "correlation alert")}.`}
      </p>
      {faults === 0 ? null : (
        <ul className={styles.rows}>
          {errors.map(({ index, line, message }) => (
            <li key={index} className={styles.bad}>
              {line === null ? `Event ${index + 1}` : `Line ${line}`}:{" "}
              <VisibleText text={message} />
            </li>
          ))}
        </ul>
      )}
      <Alerts result={result} />
      <EventResults result={result} />
    </div>
  );
}

/** Stores the events as a test: either each of them matches, or none. */
function Keep({ rule, events, result }: { rule: StoredRule; events: string; result: RuleTest }) {
  const [name, setName] = useState("");
  const expected = result.matched === result.events ? "match" : "no_match";
  const keep = useRuleChange(rule, {
    send: (wanted: Parameters<typeof addSample>[1], etag) => addSample(rule.rule_id, wanted, etag),
    onDone: () => setName(""),
  });
  if (result.matched > 0 && result.matched < result.events) {
    return (
      <p className={styles.quiet}>Events of which all match, or none, can be kept as a sample.</p>
    );
  }
  return (
    <form
      className={styles.line}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "") keep.send({ name: name.trim(), expected, events });
      }}
    >
      <input
        className={controls.field}
        aria-label="Name of the sample"
        placeholder="Name of the sample"
        maxLength={200}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <button
        type="submit"
        className={controls.button}
        disabled={keep.isPending || name.trim() === ""}
      >
        Keep as a sample that {expected === "match" ? "matches" : "does not match"}
      </button>
      {keep.error === null ? null : <ErrorPane error={keep.error} />}
      <RuleConflict
        conflict={keep.conflict}
        describe={(wanted) => `another sample, “${wanted.name}”`}
      />
    </form>
  );
}
