! Collectives called from Fortran, through the module mpi.
program fortran
  use mpi
  implicit none
  integer :: rank, ranks, error, i, number, total
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  do i = 1, 6
    number = 0
    if (rank == 0) number = 40 + i
    call MPI_Bcast(number, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
    if (number /= 40 + i) call MPI_Abort(MPI_COMM_WORLD, 1, error)
    call MPI_Allreduce(rank, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
    if (total /= ranks * (ranks - 1) / 2) call MPI_Abort(MPI_COMM_WORLD, 1, error)
    call MPI_Barrier(MPI_COMM_WORLD, error)
  end do
  if (rank == 0) print *, 'right'
  call MPI_Finalize(error)
end program fortran
