import { createByteWriter, type ByteWriter } from "./byte-writer.ts";
import { readHeader, writeHeader } from "./file-header.ts";
import { createByteReader, type ByteReader } from "./byte-reader.ts";
import { type Calibration, NETWORKS, type Networks } from "./calibrate.ts";
import { buildKeyTable } from "./vectors.ts";
import type { Network } from "./network.ts";

/**
 * Changes whenever features, signals or the form of the files do: weights fit only the features that
 * they were learned on, networks only the signals.
 */
export const FORMAT = 6;
const MAGIC = "TCCALIB";

/** What a file says of a calibration before its numbers. */
export interface CalibrationHeader {
  acts: { forms: number; scale: number; bias: number };
  networks: { inputs: number; hidden: number }[];
  sentence_threshold: number;
  document_threshold: number;
  short_threshold: number;
}

/** A calibration in a file of its own, for small models, which are built without labeled reports. */
export function encodeCalibration(calibration: Calibration): Uint8Array {
  const writer = createByteWriter();
  writeHeader(writer, MAGIC, { format: FORMAT, ...describeCalibration(calibration) });
  writeNetworks(writer, calibration);
  return writer.finish();
}

/** @throws Error when the bytes are no calibration, or one of another format */
export function decodeCalibration(bytes: Uint8Array): Calibration {
  const reader = createByteReader(bytes);
  const header = readHeader(reader, MAGIC) as CalibrationHeader & { format: number };
  checkFormat(header.format);
  return readNetworks(reader, header);
}

/** @throws Error when a file was written for another program */
export function checkFormat(format: number): void {
  if (format !== FORMAT) {
    throw new Error(`The model has format ${format}, this program reads ${FORMAT}.`);
  }
}

/** The header of a calibration: the shapes of its networks and its thresholds. */
export function describeCalibration(calibration: Calibration): CalibrationHeader {
  const { keys, scale, bias } = calibration.acts;
  return {
    acts: { forms: keys.length, scale, bias },
    networks: networksOf(calibration).map(({ inputs, hidden }) => ({ inputs, hidden })),
    sentence_threshold: calibration.sentenceThreshold,
    document_threshold: calibration.documentThreshold,
    short_threshold: calibration.shortThreshold,
  };
}

/** Writes the networks in the order of the header. */
export function writeNetworks(writer: ByteWriter, calibration: Calibration): void {
  const { keys, weights: forms } = calibration.acts;
  writer.words(keys);
  writer.bytes(new Uint8Array(forms.buffer, forms.byteOffset, forms.length));
  for (const { mean, deviation, weights } of networksOf(calibration)) {
    for (const values of [mean, deviation, weights]) writer.floats(values);
  }
}

/** Reads the networks that a header describes. @throws Error when one is missing */
export function readNetworks(reader: ByteReader, header: CalibrationHeader): Calibration {
  const { forms, scale, bias } = header.acts;
  const keys = reader.words(forms);
  const weights = new Int8Array(reader.bytes(forms).buffer);
  const acts = { keys, table: buildKeyTable(keys), weights, scale, bias };
  if (header.networks.length < NETWORKS.length) throw new Error("The model lacks a network.");
  const networks = header.networks.map((shape) => readNetwork(reader, shape));
  const named = Object.fromEntries(NETWORKS.map((name, at) => [name, networks[at]]));
  return {
    ...(named as Networks),
    acts,
    sentenceThreshold: header.sentence_threshold,
    documentThreshold: header.document_threshold,
    shortThreshold: header.short_threshold,
  };
}

function networksOf(calibration: Calibration): Network[] {
  return NETWORKS.map((name) => calibration[name]);
}

function readNetwork(
  reader: ByteReader,
  { inputs, hidden }: { inputs: number; hidden: number },
): Network {
  const mean = reader.floats(inputs);
  const deviation = reader.floats(inputs);
  return { inputs, hidden, mean, deviation, weights: reader.floats(hidden * (inputs + 2) + 1) };
}
