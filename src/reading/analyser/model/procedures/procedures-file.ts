import type { ByteReader } from "../byte-reader.ts";
import type { ByteWriter } from "../byte-writer.ts";
import { startsOf, type Procedures } from "./sketch-procedures.ts";

/** Procedure fields in a model's header. */
export interface ProceduresHeader {
  sources: string[];
  procedures: number;
  features: number;
}

/** Returns the header for procedures. */
export function describeProcedures({ sources, source, features }: Procedures): ProceduresHeader {
  return { sources, procedures: source.length, features: features.length };
}

/**
 * Writes procedures per class and features per procedure, then sources and features as differences between consecutive
 * values.
 */
export function writeProcedures(writer: ByteWriter, procedures: Procedures): void {
  const { classStart, source, featureStart, features } = procedures;
  writer.varints(countsOf(classStart));
  writer.varints(countsOf(featureStart));
  writer.varints(toSteps(source, classStart));
  writer.varints(toSteps(features, featureStart));
}

/** @param classes number of classes, including "no technique" */
export function readProcedures(
  reader: ByteReader,
  { sources, procedures, features }: ProceduresHeader,
  classes: number,
): Procedures {
  const classStart = startsOf(reader.varints(classes));
  const featureStart = startsOf(reader.varints(procedures));
  const source = fromSteps(reader.varints(procedures), classStart);
  return {
    sources,
    classStart,
    source: Uint16Array.from(source),
    featureStart,
    features: fromSteps(reader.varints(features), featureStart),
  };
}

function countsOf(starts: Uint32Array): Uint32Array {
  return starts.subarray(1).map((end, at) => end - (starts[at] ?? 0));
}

/** Converts values to differences. Each run starts with its first value. */
function toSteps(values: ArrayLike<number>, starts: Uint32Array): Uint32Array {
  const steps = new Uint32Array(values.length);
  for (let run = 0; run + 1 < starts.length; run += 1) {
    let previous = 0;
    for (let at = starts[run] ?? 0; at < (starts[run + 1] ?? 0); at += 1) {
      const value = values[at] ?? 0;
      steps[at] = value - previous;
      previous = value;
    }
  }
  return steps;
}

/** Converts differences to values, in place. */
function fromSteps(steps: Uint32Array, starts: Uint32Array): Uint32Array {
  for (let run = 0; run + 1 < starts.length; run += 1) {
    let value = 0;
    for (let at = starts[run] ?? 0; at < (starts[run + 1] ?? 0); at += 1) {
      value += steps[at] ?? 0;
      steps[at] = value;
    }
  }
  return steps;
}
