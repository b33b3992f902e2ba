import { createByteWriter, type ByteWriter } from "./byte-writer.ts";
import { readHeader, writeHeader } from "./file-header.ts";
import { createByteReader, type ByteReader } from "./byte-reader.ts";
import { type Calibration, NETWORKS, type Networks } from "./calibrate.ts";
import { buildKeyTable } from "./vectors.ts";
import type { Network } from "./network.ts";

/**
 * Format version. Changes with the features, the signals or the file layout: weights fit only the features that they
 * were trained on, and networks only their signals.
 */
export const FORMAT = 6;
const MAGIC = "TCCALIB";

/** Header of a calibration, before its numbers. */
export interface CalibrationHeader {
  acts: { forms: number; scale: number; bias: number };
  networks: { inputs: number; hidden: number }[];
  sentence_threshold: number;
  document_threshold: number;
  short_threshold: number;
}

/** Encodes a calibration as a separate file for small models, which are built without labeled reports. */
export function encodeCalibration(calibration: Calibration): Uint8Array {
  const writer = createByteWriter();
  writeHeader(writer, MAGIC, { format: FORMAT, ...describeCalibration(calibration) });
  writeNetworks(writer, calibration);
  return writer.finish();
}

/** @throws Error if the bytes are not a calibration of this format */
export function decodeCalibration(bytes: Uint8Array): Calibration {
  const reader = createByteReader(bytes);
  const header = readHeader(reader, MAGIC) as CalibrationHeader & { format: number };
  checkFormat(header.format);
  return readNetworks(reader, header);
}

/** @throws Error if a file has a different format version */
export function checkFormat(format: number): void {
  if (format !== FORMAT) {
    throw new Error(`The model has format ${format}, this program reads ${FORMAT}.`);
  }
}

/** Returns the header of a calibration: the shapes of its networks and its thresholds. */
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

/** Reads the networks that a header describes. @throws Error if one is missing */
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
