"""A simulated night: the real worker on the real queue, under a clock that jumps and scripted faults."""
