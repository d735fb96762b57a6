// `leadline verify` over every scripted server of decisions, and over every fault.
// oxlint-disable-next-line import/no-unassigned-import -- its tests are those of this file
import "./verify.test.ts"
