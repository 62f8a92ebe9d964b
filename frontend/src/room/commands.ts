/** The messages of the protocol as the pages write them: without the parts that the socket and the table add. */

import type { DecideMessage, HouseWayMessage, Message, PostMessage, SetMessage } from './protocol'

type Without<Member, Key extends PropertyKey> = Member extends unknown ? Omit<Member, Key> : never

/** A message without its id. */
export type Command = Without<Message, 'id'>
/** A message to the table that the page shows. */
export type TableCommand = Without<Message, 'id' | 'table'>
/** A move in the live round, without the round, its version and the seat. */
export type MoveCommand = Without<
  PostMessage | DecideMessage | SetMessage | HouseWayMessage,
  'id' | 'table' | 'round' | 'version' | 'seat'
>
