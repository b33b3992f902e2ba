import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sampleQuery } from "../../../api/rules.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Code } from "./code.tsx";

interface Props {
  ruleId: string;
  sampleId: string;
  name: string;
}

/** The events of a sample, loaded when expanded. */
export function SampleEvents({ ruleId, sampleId, name }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const asked = useQuery({ ...sampleQuery(ruleId, sampleId), enabled: isOpen });
  return (
    <>
      <button
        type="button"
        className={controls.plain}
        aria-expanded={isOpen}
        aria-label={`${isOpen ? "Hide" : "Show"} events of the sample ${name}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? "Hide events" : "Show events"}
      </button>
      {isOpen && asked.isError ? <ErrorPane error={asked.error} /> : null}
      {isOpen && asked.data !== undefined ? (
        <Code text={asked.data.events} label={`Events of the sample ${name}`} />
      ) : null}
    </>
  );
}
