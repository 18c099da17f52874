import { describeFacts } from './contract-suite.ts';
import { openOracle } from './oracle.ts';

describeFacts('the oracle', async () => openOracle());
