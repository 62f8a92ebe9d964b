/** The record of a finished round: how it is read. */

import type { RoundRecord } from '../room/http_types'

/** Something in the record does not hold. Its message is shown as it is. */
export class RecordFault extends Error {}

const KNOWN_FORMATS = [2, 3]

export function readRecord(text: string): RoundRecord {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new RecordFault('this is not complete JSON')
  }
  const record = parsed as RoundRecord
  if (typeof parsed !== 'object' || parsed === null || !KNOWN_FORMATS.includes(record.houseway_record)) {
    throw new RecordFault('this is not a record of a round with a proof of its shuffle')
  }
  if (record.houseway_record === 3 && record.shuffle?.version !== 2) {
    throw new RecordFault('the shuffle of this record has a version that this page does not know')
  }
  return record
}

/** Does every client have to fit a commitment that it made before? (Since format 3.) */
export function hasClientCommitments(record: RoundRecord): boolean {
  return record.houseway_record === 3
}

/** How many clients sent entropy. */
export function cutCount(record: RoundRecord): number {
  return Object.values(record.shuffle.clients).filter((entropy) => entropy !== null).length
}
