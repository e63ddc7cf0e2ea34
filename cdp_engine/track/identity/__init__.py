"""Matches the elements of one snapshot with those of the next, and keeps their short refs (VD-06, EX-06; pure).

In: two snapshots. Out: refs kept, rebound, ended. Never done here: rendering the change.

The promise. A short ref (`e12`) names one element for ever. Its number is never given to a second element: in doubt a
ref becomes stale.

The criteria, in this order:

1. The node. An element is the same while frame, loader and backend node id are. Then no other criterion is used.
   Where a list wrote another item into a row that it has, an action on the row is refused until the caller was shown
   that (`track.reused_rows`).
2. Authored ids. Where a script re-created an element (a new node), an `id` or test id that is single in the
   document before and now proposes the pair; ids that frameworks generate (digits, hashes, `:r1:`) do not count, and
   the next number of a library's counter contradicts no pair.
3. The label. Among the children of a container that is itself the same, siblings of one kind are paired by their
   whole label, containers also by the text they begin with; counters (`Cart (2)`) are masked. Equal siblings are
   never distinguished by their order: after a swap they would look the same. Labels that differ in numbers only are
   trusted where the whole group, or a large ordered part of it, is unchanged.
4. The position. A single element between the same two neighbours, without a name or with words added to its name.
5. The same address. Where another document of the same address shows mostly the same labels (a reload, a form posted
   to itself), criteria 2 to 4 hold from its body on, if links, hidden values and record ids agree, too.
6. Moved contents. Where a framework patches without keys, a box that is the same node may contain what a neighbour
   contained. Its former contents are searched in one box beside it, with exactly the same labels, one of them a text.

A proposal counts when it is the only one on both sides, no text or attribute of the two elements contradicts it, their
similarity (role, label, text, link) is at least 0.6, and their containers have the same contents: most labels of the
smaller in the larger, and in small groups the text that names the group. The search descends from containers that are
the same; its cost grows with the number of added and removed elements, not with the page.

The life of a ref. `live`: its element is on the page. `suspended`: its document left its frame; the back/forward cache
may bring it back. `gone`: its element left the page; live again if that very node returns, or if within the next four
observations it is found re-created. Only a match moves a ref to another node (`RefTable.rebind`), and this is
reported to the caller, with the confidence. Entries of elements that are gone long enough are deleted; their numbers
are not used again.

Modules: `identity` (from snapshot to snapshot), `matching` (`answered_again`, `proposals`, `resemblance`,
`fingerprint`, `written_ids`), `ref_table` (`ref_entries`, `targets`).
"""
