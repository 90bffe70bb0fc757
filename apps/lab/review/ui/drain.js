// drain.js: in a hidden frame, on a port that the store was served on earlier:
// sends what still waits there in this browser. The address has the identity of
// the store behind "#".

import { openQueue } from "./api.js";

openQueue(location.hash.slice(1));
