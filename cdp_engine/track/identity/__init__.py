"""Which element of one snapshot is which of the next, and the short refs that name them (VD-06, EX-06; pure).

In: two snapshots. Out: refs kept, rebound, ended. Never done here: what is said about the change.

The promise. A short ref (`e12`) names one element for good. Its number is never given to a second element: a ref goes
stale rather than to the wrong one.

What decides, in this order:

1. The node. An element is the same while frame, loader and backend node id are. Nothing else is asked then.
2. What a person wrote. Where a script re-created an element (a new node), an `id` or test id that is single in the
   document before and now proposes the pair; ids that frameworks generate (digits, hashes, `:r1:`) do not count.
3. What it is called. Among the children of a container that is itself the same, siblings of one kind are paired by
   their whole label, containers also by the text they begin with; counters (`Cart (2)`) are masked. Equal twins are
   never told apart by their order: after a swap they would look the same. Labels that differ in numbers only are
   trusted where the whole group, or a large ordered part of it, is as it was.
4. Where it is. A single element between the same two neighbours, without a name or with words added to its name.
5. Moved contents. A box that is the same node may hold what a neighbour held, where a framework patches without keys.
   What it held is looked for in one box beside it, with the very same labels, one of them a text.

A proposal counts when it is the only one on both sides, nothing written on the two elements contradicts it, their
likeness (role, label, text, link) is at least 0.6, and their containers hold the same thing: most labels of the smaller
in the larger, and in small groups the text that names the group. The search goes from containers that are the same
down into them; its cost grows with what came and went, not with the page.

The life of a ref. `live`: its element is on the page. `suspended`: its document left its frame; the back/forward cache
may bring it back. `gone`: its element left the page; live again if that very node returns, or if within the next four
observations it is found re-created. Only a match moves a ref to another node (`RefTable.rebind`), and the caller is
told, with the confidence. Of what is gone long enough the entry is forgotten, its number is not used again.

Modules: `identity` (from snapshot to snapshot), `matching` (`proposals`, `resemblance`, `fingerprint`), `ref_table`
(`ref_entries`, `targets`).
"""
