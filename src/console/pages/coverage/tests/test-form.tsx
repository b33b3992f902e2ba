import { type FormEvent, useId, useState } from "react";
import type { CoverageTest, TestResult } from "../../../api/tests.ts";
import controls from "../../../parts/controls.module.css";
import styles from "./tests.module.css";
import { RESULTS } from "./words.ts";

/** The fields of the form, with the time in API format. */
export interface TestFields {
  attack_id: string;
  result: TestResult;
  /** Omitted if the field was not changed: now. */
  tested_at?: string;
  events: string;
  note: string;
  rule_id: string | null;
}

interface Props {
  /** The known values: the technique, or a test to change. */
  known: Partial<CoverageTest>;
  /** The rules to choose from. */
  rules: readonly { rule_id: string; title: string }[];
  submit: string;
  isBusy: boolean;
  onSubmit: (fields: TestFields) => void;
  onCancel: () => void;
}

const MAX_EVENTS_CHARS = 2_000;
const MAX_NOTE_CHARS = 10_000;

/** The fields of a test. */
export function TestForm({ known, rules, submit, isBusy, onSubmit, onCancel }: Props) {
  const [result, setResult] = useState<TestResult | null>(known.result ?? null);
  const [opened] = useState(() => toLocal(known.tested_at));
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (result !== null)
      onSubmit({ result, ...readFields(new FormData(event.currentTarget), known, opened) });
  };
  return (
    <form className={styles.form} aria-label="Test" onSubmit={send}>
      {known.attack_id === undefined ? (
        <label>
          Technique
          <input
            className={controls.field}
            name="attack_id"
            required
            size={12}
            placeholder="T1059.001"
            autoComplete="off"
          />
        </label>
      ) : null}
      <Results value={result} onChange={setResult} />
      <WhenAndWhat opened={opened} events={known.events ?? ""} />
      {rules.length === 0 ? null : <RuleChoice rules={rules} known={known.rule_id ?? ""} />}
      <label>
        Note
        <textarea
          className={controls.field}
          name="note"
          rows={2}
          maxLength={MAX_NOTE_CHARS}
          defaultValue={known.note ?? ""}
        />
      </label>
      <div className={styles.line}>
        <button type="submit" className={controls.primary} disabled={isBusy || result === null}>
          {submit}
        </button>
        <button type="button" className={controls.button} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function WhenAndWhat({ opened, events }: { opened: string; events: string }) {
  const zone = useId();
  return (
    <div className={styles.pair}>
      <label>
        Tested at
        <input
          className={controls.field}
          type="datetime-local"
          name="tested_at"
          required
          defaultValue={opened}
          aria-describedby={zone}
        />
        <span id={zone} className={styles.quiet}>
          In your time zone
        </span>
      </label>
      <label>
        Events
        <input
          className={controls.field}
          name="events"
          maxLength={MAX_EVENTS_CHARS}
          defaultValue={events}
          placeholder="3, or a ticket or query"
          autoComplete="off"
        />
      </label>
    </div>
  );
}

function RuleChoice({ rules, known }: Pick<Props, "rules"> & { known: string }) {
  return (
    <label>
      Rule
      <select className={controls.field} name="rule_id" defaultValue={known}>
        <option value="">None in particular</option>
        {rules.map(({ rule_id: id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ResultsProps {
  value: TestResult | null;
  onChange: (result: TestResult) => void;
}

function Results({ value, onChange }: ResultsProps) {
  const group = useId();
  return (
    <fieldset className={styles.results}>
      <legend>Result</legend>
      <div>
        {RESULTS.map(({ result, name, means }) => (
          <label key={result} title={means}>
            <input
              type="radio"
              name={group}
              required
              checked={value === result}
              onChange={() => onChange(result)}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Returns the form values. An unchanged technique and time keep their known values. */
function readFields(
  form: FormData,
  known: Partial<CoverageTest>,
  opened: string,
): Omit<TestFields, "result"> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const time = text("tested_at");
  return {
    attack_id: known.attack_id ?? text("attack_id"),
    ...(time !== opened && { tested_at: new Date(time).toISOString() }),
    events: text("events"),
    note: text("note"),
    // Without rules to choose from there is no field, and the rule is unchanged.
    rule_id: form.has("rule_id") ? text("rule_id") || null : (known.rule_id ?? null),
  };
}

/** Returns a time for a form field: local, to the minute; the current time if undefined. */
function toLocal(moment: string | undefined): string {
  const date = moment === undefined ? new Date() : new Date(moment);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, "2026-01-31T10:00".length);
}
