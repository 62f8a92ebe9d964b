/** Each game in four short steps for somebody who plays it for the first time, with the clause of each step. */

export interface FirstStep {
  title: string
  says: string
  clause: string
}

/** What the hands of a game have to keep, in one sentence that is shown while they are set. */
export const ORDER_RULES: Record<string, string> = {
  pyramid: 'The low hand must not outrank the high hand.',
  casino: 'Each hand must rank higher than the one before.',
  chinese: 'Back must beat Middle, and Middle must beat Front.',
  showdown: 'Each hand must be stronger than the one before.',
  pai_gow: 'The high hand must outrank the low hand.',
}

export const FIRST_STEPS: Record<string, FirstStep[]> = {
  pyramid: [
    {
      title: 'Three wagers',
      says: 'Place three wagers before the cards: one against the dealer, one on your own three cards, one on your three and the dealer’s three.',
      clause: 'PYR-20',
    },
    {
      title: 'Three cards, two hands',
      says: 'You get three cards. Set one as the low hand and two as the high hand.',
      clause: 'PYR-33',
    },
    {
      title: 'The order',
      says: 'The low hand must not outrank the high hand. If it does, the setting fouls and loses the first wager.',
      clause: 'PYR-34',
    },
    {
      title: 'The dealer opens',
      says: 'When everybody has set, the dealer opens and sets by the house way, and each hand meets the dealer’s. The other two wagers are paid by their tables.',
      clause: 'PYR-37',
    },
  ],
  pick2: [
    {
      title: 'Ante and bonus',
      says: 'To play against the dealer, bet both the Ante and the 3-5 Bonus.',
      clause: 'P2P-19',
    },
    { title: 'Five cards', says: 'You get five cards. Look at them, then play or fold.', clause: 'P2P-28' },
    {
      title: 'Three or five',
      says: 'If you play, choose: the best three of your cards, or all five. Never both. The button says what it costs.',
      clause: 'P2P-29',
    },
    {
      title: 'The dealer opens',
      says: 'The dealer lays five cards out from highest to lowest and pushes the best three forward. Yours meet the same number of the dealer’s.',
      clause: 'P2P-33',
    },
  ],
  casino: [
    { title: 'The ante', says: 'Place your ante. Everyone gets seven cards face down.', clause: 'CAS-06' },
    {
      title: 'Play or fold',
      says: 'Look at them. Double the ante to buy two more cards and play on, or match the ante and fold: both are then lost.',
      clause: 'CAS-09',
    },
    {
      title: 'Three hands',
      says: 'Set nine cards as hands of one, three and five. The third must be greater than the second, the second greater than the first.',
      clause: 'CAS-05',
    },
    {
      title: 'Points',
      says: 'Each hand meets the dealer’s. A point is worth one ante; strong hands that win score more.',
      clause: 'CAS-20',
    },
  ],
  chinese: [
    {
      title: 'Thirteen cards',
      says: 'Every player gets thirteen cards. You play against each other player.',
      clause: 'CHI-08',
    },
    {
      title: 'Three rows',
      says: 'Divide them into a Back of five cards, a Middle of five and a Front of three.',
      clause: 'CHI-08',
    },
    {
      title: 'The order',
      says: 'The Back must be higher than the Middle, and the Middle higher than the Front.',
      clause: 'CHI-09',
    },
    {
      title: 'Row against row',
      says: 'Each row meets the same row of every opponent. The better row wins units; equal rows tie.',
      clause: 'CHI-18',
    },
  ],
  showdown: [
    {
      title: 'The Pot',
      says: 'Everybody puts an ante into the Pot and gets twenty cards.',
      clause: 'SHO-11',
    },
    {
      title: 'Play or surrender',
      says: 'Twice everybody chooses in secret: buy more cards and play on, or surrender and pay each player who does.',
      clause: 'SHO-28',
    },
    {
      title: 'Six rising hands',
      says: 'Set 20 to 25 cards as six hands, each stronger than the one before. Four of a kind or a straight flush may grow beyond its size.',
      clause: 'SHO-16',
    },
    {
      title: 'The showdown',
      says: 'Each hand meets the same hand of every player, for points. The highest total wins the Pot.',
      clause: 'SHO-40',
    },
  ],
  pai_gow: [
    { title: 'One wager', says: 'Place your wager before the cards.', clause: 'PGP-04' },
    {
      title: 'Seven cards, two hands',
      says: 'You get seven cards. Set two as the low hand and five as the high hand.',
      clause: 'PGP-09',
    },
    {
      title: 'The order',
      says: 'The high hand must outrank the low hand, or the setting fouls.',
      clause: 'PGP-11',
    },
    {
      title: 'Both must win',
      says: 'Win both hands to win; lose both to lose; one each is a push.',
      clause: 'PGP-20',
    },
  ],
}
