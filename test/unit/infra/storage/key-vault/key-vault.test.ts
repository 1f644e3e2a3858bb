import { describeKeyVault } from '../../../../contract/key-vault.contract.ts';
import { createInMemoryKeyVault } from '../../../../support/in-memory-key-vault.ts';

describeKeyVault('in memory', async () => createInMemoryKeyVault());
