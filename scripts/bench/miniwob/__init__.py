"""MiniWoB++, a public benchmark of small web tasks, done through the agent's tools by scripted policies.

Pages with an instruction come out of the wheel `miniwob` (MIT), which the set-up fetches; no code of it runs here but
the pages' own. A policy has the tools that a model gets, without `evaluate`, and reads nothing but their answers, the
instruction included; only `pages` runs scripts, to start an episode with its seed and to read the reward. The time
limit of an episode is lifted, as it measures the machine. A success is an episode with the whole reward.

Left out, as no policy by these means can be right:

* points where nothing is to be named, for the tools know elements and no coordinates: bisect-angle, circle-center,
  draw-circle, draw-line, find-midpoint, hot-cold, right-angle, drag-circle, drag-cube, drag-shapes, drag-shapes-2,
  drag-single-shape;
* pictures, which only eyes read: count-sides (a canvas), number-checkboxes (a pattern to copy);
* rewards for tenths of a second: button-delay, chase-circle, hover-shape, moving-items, simon-says, stock-market;
* the meaning of words: click-checkboxes-soft.

Some episodes of click-pie cannot be won by anybody: the page takes the letter that is chosen from the start away from
under each press, and puts it back. tic-tac-toe may end in a draw, which is not a success.
"""

from scripts.bench.miniwob.rounds import Share, measure

__all__ = ["Share", "measure"]
