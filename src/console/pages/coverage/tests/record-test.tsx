import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { recordTest } from "../../../api/tests.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { TestForm, type TestFields } from "./test-form.tsx";
import styles from "./tests.module.css";
import { resultName } from "./words.ts";

interface Props {
  /** The tested technique. Without one, the form asks for it. */
  attackId?: string;
  domain?: string | undefined;
  rules?: readonly { rule_id: string; title: string }[];
  isPrimary?: boolean;
}

/** A button that opens a test form below it. */
export function RecordTest(props: Props) {
  const { button, form } = useRecordTest(props);
  if (button === null) return null;
  return (
    <div className={styles.history}>
      {button}
      {form}
    </div>
  );
}

/** Returns the button that opens the test form, and the form, which stores its content. */
export function useRecordTest({ attackId, domain, rules = [], isPrimary = false }: Props) {
  const queries = useQueryClient();
  const mayChange = useMayChange();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const record = useMutation({
    mutationFn: (fields: TestFields) =>
      recordTest({ ...fields, ...(domain !== undefined && { domain }) }),
    onSuccess: async () => {
      close();
      await Promise.all(
        ["tests", "coverage"].map((noun) => queries.invalidateQueries({ queryKey: [noun] })),
      );
    },
  });
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  if (!mayChange) return { button: null, form: null };
  return {
    button: (
      <div className={styles.line}>
        <button
          ref={button}
          type="button"
          className={isPrimary && !isOpen ? controls.primary : controls.button}
          aria-expanded={isOpen}
          aria-label={attackId === undefined ? undefined : `Record a test of ${attackId}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          Record a test
        </button>
        <span role="status" className={styles.quiet}>
          {record.data === undefined || isOpen
            ? ""
            : `Recorded for ${record.data.attack_id}: ${resultName(record.data.result).toLowerCase()}.`}
        </span>
      </div>
    ),
    form: isOpen ? (
      <>
        <TestForm
          known={attackId === undefined ? {} : { attack_id: attackId }}
          rules={rules}
          submit="Record the test"
          isBusy={record.isPending}
          onSubmit={record.mutate}
          onCancel={close}
        />
        {record.isError ? <ErrorPane error={record.error} /> : null}
      </>
    ) : null,
  };
}
