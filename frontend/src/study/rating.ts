import type { SkillPoint } from '../room/http_types'

/** What a player loses per decision on average, with its standard error. */
export interface Rating {
  mean: number
  error: number
  decisions: number
  unit: string
}

/** The rating over all judged decisions; in the game's unit, or in chips where decisions have several units. */
export function ratingOf(points: SkillPoint[]): Rating | null {
  const decisions = points.flatMap((point) => point.decisions ?? [])
  const units = new Set(decisions.map((decision) => decision.unit))
  const costs: number[] = []
  for (const decision of decisions) {
    const cost = units.size === 1 ? decision.cost : decision.chips
    if (cost !== null) costs.push(cost)
  }
  if (costs.length < 2) return null
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length
  const variance = costs.reduce((sum, cost) => sum + (cost - mean) ** 2, 0) / (costs.length - 1)
  const unit = units.size === 1 ? decisions[0]!.unit : 'chips'
  return { mean, error: Math.sqrt(variance / costs.length), decisions: costs.length, unit }
}

/** Chips after each round: won, without luck, and the luck between them. */
export interface ResultPoint {
  won: number
  luck: number
  skill: number
}

/** The sums after each round whose result without luck is known. */
export function resultLines(points: SkillPoint[]): ResultPoint[] {
  const lines: ResultPoint[] = []
  let won = 0
  let skill = 0
  for (const point of points) {
    if (point.won === undefined || point.adjusted === undefined) continue
    won += point.won
    skill += point.adjusted
    lines.push({ won, skill, luck: won - skill })
  }
  return lines
}
