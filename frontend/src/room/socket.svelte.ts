/**
 * The one socket. A lost connection shows itself and heals; every command has an id of ours, so that one whose answer was
 * lost is sent again and done once.
 */

import type { Command } from './commands'
import { renewSession } from './session.svelte'
import type { Answer, Frame, Message, EmoteFrame, TableFrame } from './protocol'

type Waiting = { frame: string; done: (answer: Answer) => void }
type Listener = (frame: TableFrame | EmoteFrame | { gone: string }) => void

export const connection = $state<{
  state: 'opening' | 'open' | 'lost'
  since: number
  /** Why the server closed the connection, if it gave a reason. */
  reason: string | null
  restarts: boolean
}>({ state: 'opening', since: Date.now(), reason: null, restarts: false })

let socket: WebSocket | null = null
let tries = 0
let wanted = false
const waiting = new Map<string, Waiting>()
const tables = new Map<string, { number: number; listener: Listener }>()

function address(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/socket`
}

export function connect(): void {
  wanted = true
  if (socket && socket.readyState <= WebSocket.OPEN) return
  socket = new WebSocket(address())
  let opened = false
  socket.onopen = () => {
    opened = true
    tries = 0
    connection.state = 'open'
    connection.reason = null
    connection.restarts = false
    for (const [table, { number }] of tables) sendFrame({ do: 'resume', id: freshId(), table, number })
    for (const { frame } of waiting.values()) socket?.send(frame)
  }
  socket.onmessage = (event: MessageEvent<string>) => receive(JSON.parse(event.data) as Frame)
  socket.onclose = (closed) => {
    if (connection.state !== 'lost') connection.since = Date.now()
    connection.state = 'lost'
    connection.reason = closed.reason || connection.reason
    if (!opened) void renewSession() // a session that has run out, or books that were begun anew
    if (wanted) setTimeout(connect, Math.min(5000, 250 * 2 ** tries++))
  }
}

export function disconnect(): void {
  wanted = false
  socket?.close()
}

function freshId(): string {
  return (
    crypto.randomUUID?.() ??
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    )
  )
}

function sendFrame(message: Message): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
}

/** Sends a command and waits for its answer, through any number of lost connections. */
export function command(message: Command): Promise<Answer> {
  const id = freshId()
  const frame = JSON.stringify({ ...message, id })
  return new Promise((done) => {
    waiting.set(id, { frame, done })
    if (socket?.readyState === WebSocket.OPEN) socket.send(frame)
    else connect()
  })
}

function receive(frame: Frame): void {
  if (frame.tell === 'answer') {
    const command = frame.id === null ? undefined : waiting.get(frame.id)
    if (frame.id !== null) waiting.delete(frame.id)
    command?.done(frame)
  } else if (frame.tell === 'table') {
    const watched = tables.get(frame.table)
    if (!watched || frame.number < watched.number) return
    watched.number = frame.number
    watched.listener(frame)
  } else if (frame.tell === 'said') {
    tables.get(frame.table)?.listener(frame)
  } else if (frame.tell === 'restart') {
    connection.restarts = true
  }
}

/** Receives what happens at a table, until the returned function is called. */
export function watch(table: string, listener: Listener): () => void {
  tables.set(table, { number: 0, listener })
  connect()
  void command({ do: 'watch', table }).then((answer) => {
    if (!answer.ok) listener({ gone: answer.refused ?? 'This table is gone.' })
  })
  return () => {
    tables.delete(table)
    sendFrame({ do: 'leave', id: freshId(), table })
  }
}
